"""Files of games as a data source of Spark, in modules of its own: executors import it by its name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from ._partie import table
from ._ranges import BYTES, Part, parts

if TYPE_CHECKING:
    import pyarrow


class GamesSource(DataSource):
    """The games of files of any format; see `partie.spark.register`."""

    @classmethod
    def name(cls) -> str:
        return "pgn"

    def schema(self) -> StructType:
        import pyarrow

        words = self.options.get("columns")
        columns = [word.strip() for word in words.split(",")] if words else Part.columns()
        return from_arrow_schema(pyarrow.schema(table(b"", columns, format="pgn")))

    def reader(self, schema: StructType) -> GamesReader:
        paths = json.loads(self.options.get("paths", "[]")) or [self.options.get("path")]
        if paths == [None]:
            raise ValueError("expected the path of a file: load(path)")
        return GamesReader(paths, schema, int(self.options.get("bytes", BYTES)))


class GamesReader(DataSourceReader):
    """Reads the parts of files, each in a task."""

    def __init__(self, paths: Sequence[str], schema: StructType, size: int) -> None:
        self._paths = [path.removeprefix("file://") for path in paths]
        self._schema = schema
        self._size = size

    def partitions(self) -> Sequence[InputPartition]:
        return [InputPartition(part) for part in parts(self._paths, self._size)]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        part: Any = partition.value
        batches = part.read(self._schema.names)
        # A schema that the user gives says of all columns that they may be null.
        fields = [field.with_nullable(self._schema[field.name].nullable) for field in batches.schema]
        for batch in batches:
            yield pyarrow.RecordBatch.from_arrays(batch.columns, schema=pyarrow.schema(fields))
