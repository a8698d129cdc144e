"""Results as a pandas table. pandas is imported on first use."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

__all__ = ["flat", "to_pandas"]

_INT64 = 2**63


class HasDict(Protocol):
    """An object that can be converted to a dictionary of plain values."""

    def to_dict(self) -> Mapping[str, Any]:
        """The fields with their values."""


def to_pandas(results: HasDict | Iterable[HasDict | Mapping[str, Any]]) -> Any:
    """Makes a ``pandas.DataFrame`` with one row for each result and one column for each field.

    It takes several results, the moves of a result, or a single result. Columns are in the order
    in which their fields first appear. A nested field becomes columns with a dot in their names
    (``options.threads``). A list of moves becomes one text with spaces between the moves. A
    column of integers stays one if values are missing.

    Raises `ImportError` if pandas is not installed.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("to_pandas needs pandas: pip install shomei[notebook]") from error
    each_one: Iterable[Any] = [results] if hasattr(results, "to_dict") else results
    rows = [flat(each if isinstance(each, Mapping) else each.to_dict()) for each in each_one]
    columns = dict.fromkeys(name for each in rows for name in each)
    series = {}
    for name in columns:
        values = [each.get(name) for each in rows]
        series[name] = pandas.Series(values, dtype=_dtype(values))
    return pandas.DataFrame(series)


def flat(fields: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A dictionary without nesting, whose values are None, bool, int, float or str."""
    plain: dict[str, Any] = {}
    for name, value in fields.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            plain.update(flat(value, f"{key}."))
        elif isinstance(value, (list, tuple)):
            plain[key] = " ".join(map(str, value))
        elif value is None or isinstance(value, (bool, int, float, str)):
            plain[key] = value
        else:
            plain[key] = str(value)
    return plain


def _dtype(values: list[Any]) -> str | None:
    """The dtype of a column: one for integers with missing values, or None for pandas's choice."""
    present = [value for value in values if value is not None]
    if not present or len({type(value) for value in present}) > 1:
        return "object"
    if isinstance(present[0], bool):
        return "bool" if len(present) == len(values) else "boolean"
    if isinstance(present[0], int):
        if any(not -_INT64 <= value < _INT64 for value in present):
            return "object"
        return "int64" if len(present) == len(values) else "Int64"
    return None
