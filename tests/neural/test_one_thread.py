"""While one thread computes, another that has finished does not lift the limit."""

import pytest
from threadpoolctl import ThreadpoolController

from alhambra.neural.network import ONE_THREAD

pytestmark = pytest.mark.compiled_only


def blas_threads() -> int:
    found = ThreadpoolController().select(user_api="blas").lib_controllers
    return max(int(each.num_threads) for each in found)


def test_the_limit_ends_with_the_last_that_needs_it() -> None:
    found = []
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        ONE_THREAD.__enter__()
        ONE_THREAD.__enter__()  # another thread
        found.append(blas_threads())
        ONE_THREAD.__exit__()  # the first one has finished
        found.append(blas_threads())
        ONE_THREAD.__exit__()
        found.append(blas_threads())
    assert found == [1, 1, 2]
