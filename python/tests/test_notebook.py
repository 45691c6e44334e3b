"""The notebook in examples."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from conftest import PACKAGE, ROOT

NOTEBOOK = ROOT / "examples/openings.ipynb"


def pictures(notebook: Any) -> list[Any]:
    return [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]


def test_notebook(club_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    for needed in ("ipykernel", "matplotlib", "duckdb"):
        pytest.importorskip(needed)
    monkeypatch.setenv("PARTIE_LIBRARY", str(club_folder / "club"))
    path = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", path)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert len(pictures(notebook)) == 1, "the picture is kept with the notebook"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    assert len(pictures(notebook)) == 1
    assert "400 games" in notebook.cells[1].outputs[0].data["text/plain"]
