"""While one thread computes, another that has finished does not lift the limit."""

import pytest
from threadpoolctl import ThreadpoolController

from alhambra.neural.one_thread import OneThread

pytestmark = pytest.mark.compiled_only


def blas_threads() -> int:
    found = ThreadpoolController().select(user_api="blas").lib_controllers
    return max(int(each.num_threads) for each in found)


def test_the_limit_ends_with_the_last_that_needs_it() -> None:
    found, one_thread = [], OneThread()
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        one_thread.__enter__()
        one_thread.__enter__()  # another thread
        found.append(blas_threads())
        one_thread.__exit__()  # the first one has finished
        found.append(blas_threads())
        one_thread.__exit__()
        found.append(blas_threads())
    assert found == [1, 1, 2]
