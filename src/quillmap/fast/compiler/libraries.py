"""How functions become machine code: each is optimised once, where it ends up.

By itself numba optimises every function twice and makes machine code of it, before it is compiled into its callers,
where all of that happens again, once for each level of calls.
"""

from typing import Any, ClassVar

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.typed_passes import NopythonRewrites

from quillmap.fast.compiler.indexing import CountFromStart


class _NotLoaded:
    """Stands in for what loads machine code, where there is none."""

    def set_env(self, *_: object) -> None:
        """Tell nobody where the Python objects of a function are: code without errors to raise needs none."""


class InnerLibrary(JITCodeLibrary):
    """Code that is only taken over by its callers: it is neither optimised nor made into machine code."""

    @property
    def codegen(self) -> Any:
        """Return what would load the code."""
        return _NotLoaded()

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return that there is no machine code."""
        self._ensure_finalized()
        return 0


class OuterLibrary(JITCodeLibrary):
    """Code that is called from outside or by symbol: it is optimised together with all that it took over."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class InnerCompiler(Compiler):
    """Compiles functions that are compiled into their callers."""

    library: ClassVar[type[JITCodeLibrary]] = InnerLibrary

    def define_pipelines(self) -> list[Any]:
        """Return the passes of numba, and one of ours."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(CountFromStart, NopythonRewrites)
        passes.finalize()
        return [passes]

    def compile_extra(self, func: Any) -> Any:
        """Compile a function into a library of the right kind."""
        state = self.state
        state.library = self.library(state.targetctx.codegen(), func.__qualname__)
        state.library.enable_object_caching()
        return super().compile_extra(func)


class OuterCompiler(InnerCompiler):
    """Compiles functions that are called from outside or by symbol."""

    library: ClassVar[type[JITCodeLibrary]] = OuterLibrary
