"""What ``dev.py`` does, with the standard library alone.

==================  ==================================================================
commands            the commands of ``dev.py``
processes           running other programs, and ending them
setting_up          ``.venv`` and ``node_modules``, made from the locked requirements
node                Node.js and npm, which come with ``.venv``
pyodide             Python for browsers, to test the package in
engine              what lets browsers play without a server, for servers and wheels
browser             the Chromium to test with, wherever there is one
browser_installing  a Chromium for machines without one
api_reference       ``docs/api.md``, made from the source of the library
testing             every check and test, side by side, with a summary at the end
outcomes            the part of it that runs inside pytest
wasm                the compiled rules as a WebAssembly module
==================  ==================================================================
"""
