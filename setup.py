"""Compiles the engine. The rest of the package is described in pyproject.toml.

A module is compiled if it begins with a ``# cython:`` comment. It is ordinary Python, with its C
types in the ``.pxd`` file beside it. The Makefile and the tests find these modules by the same
comment, so there is no list of them. If a module does not compile, the build fails.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = Path("src")
# `make sanitize` sets ALHAMBRA_FLAGS.
FLAGS = os.environ.get("ALHAMBRA_FLAGS", "-O3 -g0").split()
# Cython's code for memory views, compiled once for all modules that use them.
SHARED = "alhambra.core.memory_views"
JOBS = os.cpu_count() or 1


def compiled_modules() -> list[Extension]:
    """One extension for each compiled module."""
    return [
        Extension(
            ".".join(file.relative_to(SOURCES).with_suffix("").parts),
            [file.as_posix()],
            extra_compile_args=FLAGS,
        )
        for file in sorted(SOURCES.rglob("*.py"))
        if file.read_text(encoding="utf-8").startswith("# cython:")
    ]


setup(
    ext_modules=cythonize(
        [
            *compiled_modules(),
            Extension(SHARED, ["build/memory_views.c"], extra_compile_args=FLAGS),
        ],
        nthreads=JOBS,
        build_dir="build/cython",
        shared_utility_qualified_name=SHARED,
        # Compiled code would read the memory of None as if it were a position.
        compiler_directives={"allow_none_for_extension_args": False},
    ),
    options={"build_ext": {"parallel": JOBS}},
)
