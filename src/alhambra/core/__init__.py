"""The compiled heart: a position of fixed size and the rules that move it.

Plain Python that Cython compiles: the types stand in the ``.pxd`` beside each module. Here
tiles, cards, cells and actions are small integers; the words for them begin one floor up.
"""
