"""Results as a table of pandas, which is imported when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

__all__ = ["flat", "to_pandas"]

_INT64 = 2**63


class HasDict(Protocol):
    """What can say itself as a dictionary of plain values."""

    def to_dict(self) -> Mapping[str, Any]:
        """The fields with their values."""


def to_pandas(results: HasDict | Iterable[HasDict | Mapping[str, Any]]) -> Any:
    """A ``pandas.DataFrame`` with one row for each result and one column for each field.

    It takes results, the moves of one, or one result alone. Columns stand in the order in which
    their fields appear. A field of fields becomes columns with a dot in their names
    (``options.threads``), a list of moves one text with spaces between. Columns of whole numbers
    stay whole numbers where some are missing.

    Raises `ImportError` where pandas is not installed.
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
    """One level of names with plain values: None, bool, int, float or str."""
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
    """The type of a column: whole numbers that may be missing, or None where pandas may choose."""
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
