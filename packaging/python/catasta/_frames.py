# SPDX-License-Identifier: MIT
"""Columns of numpy as a frame of pandas, for Table.to_pandas()."""
import numpy
import pandas

NUMBERS = {"L": numpy.dtype("<u8"), "I": numpy.dtype("<u4")}


def _bits(bits, count):
    return numpy.unpackbits(numpy.frombuffer(bits, numpy.uint8), count=count, bitorder="little").astype(bool)


def _column(format, nullable, pieces):
    if format == "b":
        return numpy.concatenate([numpy.empty(0, bool), *(_bits(values, count) for count, values, _ in pieces)])
    if format in NUMBERS:
        dtype = NUMBERS[format]
        numbers = numpy.concatenate([numpy.empty(0, dtype), *(numpy.frombuffer(values, dtype) for _, values, _ in pieces)])
        if not nullable:
            return numbers
        none = [numpy.zeros(count, bool) if valid is None else ~_bits(valid, count) for count, _, valid in pieces]
        return pandas.arrays.IntegerArray(numbers, numpy.concatenate([numpy.empty(0, bool), *none]))
    return pandas.Series([value for _, values, _ in pieces for value in values], dtype=object)


def frame(columns):
    return pandas.DataFrame({name: _column(format, nullable, pieces) for name, format, nullable, pieces in columns})
