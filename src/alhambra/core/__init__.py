"""The compiled core: a position of fixed size, and the rules that change it.

Plain Python that Cython compiles, with the C types in the ``.pxd`` beside each module. Tiles,
cards, cells and actions are small integers here; the modules above give them classes.
"""
