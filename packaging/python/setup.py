# SPDX-License-Identifier: MIT
"""Builds the wheel; make python calls it, with what it has compiled of the library in CATASTA_OBJECTS."""
import os

from setuptools import Extension, setup

setup(
    name="catasta",
    version=os.environ["CATASTA_VERSION"],
    description="Reads, referees, repairs and shows recorded games of stacking board games",
    long_description=open("README.md", encoding="utf-8").read(),
    long_description_content_type="text/markdown",
    license="MIT",
    python_requires=">=3.9",
    packages=["catasta"],
    package_data={"catasta": ["py.typed", "*.pyi"]},
    ext_modules=[
        Extension(
            "catasta._catasta",
            ["module.c", "session.c", "games.c", "positions.c", "records.c", "tables.c", "frames.c", "values.c"],
            include_dirs=[os.environ["CATASTA_SOURCES"]],
            extra_objects=os.environ["CATASTA_OBJECTS"].split(),
            extra_compile_args=["-std=c17", "-fvisibility=hidden"],
            libraries=["yaml", "utf8proc", "z", "zstd", "jansson"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
    zip_safe=False,
)
