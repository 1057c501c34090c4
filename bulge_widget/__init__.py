"""Play, study and teach the Ardennes campaign of 1944 inside a Jupyter notebook."""

__version__ = "0.1.0"
