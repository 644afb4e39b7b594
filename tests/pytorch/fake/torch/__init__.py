__version__ = "2.15.0"
