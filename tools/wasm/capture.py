"""Let numba compile for WebAssembly: instead of making machine code, it keeps the code of every function for LLVM.

This reaches into numba, and so its version is locked for this build alone. What a newer version does differently is
found by comparing the module with native code (``tests/fast/test_wasm.py``).
"""

from typing import Any, Final

from llvmlite import binding
from numba.core import codegen

from quillmap.fast.compiler.libraries import InnerCompiler, OuterCompiler

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
PREFIX: Final = "quillmap_"
"""Of every function that is called by symbol."""

binding.initialize_all_targets()
binding.initialize_all_asmprinters()
MACHINE: Final[Any] = binding.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES, reloc="static")
LAYOUT: Final = str(MACHINE.target_data)


class _KeptLibrary(codegen.JITCodeLibrary):
    """A library of functions that is neither optimised nor loaded, so that its code can be taken as it is."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = LAYOUT

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        self._ensure_finalized()
        return 1  # nobody calls it here


def compile_for_wasm() -> None:
    """From now on let numba compile for WebAssembly, with its sizes of pointers."""
    begin, make_empty = codegen.CPUCodegen._init, codegen.CPUCodegen._create_empty_module

    def begin_for_wasm(self: Any, module: Any) -> None:
        begin(self, module)
        self._target_data = binding.create_target_data(LAYOUT)
        self._data_layout = LAYOUT

    def make_empty_for_wasm(self: Any, name: str) -> Any:
        module = make_empty(self, name)
        module.triple = TRIPLE
        return module

    codegen.CPUCodegen._init = begin_for_wasm
    codegen.CPUCodegen._create_empty_module = make_empty_for_wasm
    codegen.JITCPUCodegen._library_class = _KeptLibrary
    InnerCompiler.library = OuterCompiler.library = _KeptLibrary
    codegen.JITCPUCodegen.set_env = lambda *_: None


def captured_symbols() -> dict[str, str]:
    """Return a table that will hold the code of every function that is called by symbol, by its name."""
    from quillmap.fast.compiler import symbols  # noqa: PLC0415  # numba must know before what it compiles for
    from quillmap.fast.compiler.function_cache import SharedCache  # noqa: PLC0415

    keep_nothing: Any = SharedCache  # kernels are compiled while others are, for which its lock is not made
    keep_nothing.load_overload = keep_nothing.save_overload = lambda *_: None
    found: dict[str, str] = {}
    compile_symbol = symbols.symbol

    def keep(name: str, function: Any, signature: Any) -> Any:
        external = compile_symbol(name, function, signature)
        compiled = symbols._compiled[-1]
        code = str(compiled._library._final_module)
        found[PREFIX + name] = code.replace(compiled._wrapper_name, PREFIX + name)
        return external

    symbols.symbol = keep
    return found
