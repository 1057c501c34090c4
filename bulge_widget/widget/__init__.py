"""The notebook: traits, messages, display. The only room that knows Jupyter."""

from bulge_widget.widget.board_widget import BoardWidget

__all__ = ["BoardWidget"]
