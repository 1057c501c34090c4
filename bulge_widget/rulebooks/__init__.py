"""What the books say: one package a book, one module a chapter.

The room can also be called: ``bulge_widget.rulebooks()`` lists the books. The public function and this
package share a name, and whichever is met first must not hide the other.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bulge_widget.core.rulebook import RulebookInfo


class _Room(types.ModuleType):
    """A package that answers a call."""

    def __call__(self) -> dict[str, RulebookInfo]:
        """List the rule books: id to title, scenarios and options."""
        from bulge_widget.rulebooks.registry import rulebooks  # noqa: PLC0415  the registry lies in this package

        return rulebooks()


sys.modules[__name__].__class__ = _Room
