"""The compiled rules as one WebAssembly module, ``src/quillmap/fast/kernels.wasm``: what ``dev.py wasm`` does.

=============  ======================================================================================
build          the whole build, run with the locked numba and linker (``requirements/wasm.txt``)
capture        lets numba compile for WebAssembly, and keeps the code of every function
exports        what the module exports: kernels with arrays by their addresses, awards of every card
optimising     one module from the code of all functions
wide_integers  shifts and products of 128 bits, written out
linking        the module as a file
sources        what the module was built from, and whether that has changed since
environment    where numba and the linker are installed
=============  ======================================================================================

The module has no imports and needs of a browser: BigInt for 64-bit numbers, bulk memory, saturating conversions. What
would raise an error in Python is a trap in it; after a trap an instance must not be used any more.
"""
