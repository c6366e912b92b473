# SPDX-License-Identifier: MIT
"""Takes all batches of a table, without a look at them: columns.py games|plies JOBS FILE."""
import os
import sys

import catasta

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import arrow  # noqa: E402

arrow.drain(getattr(catasta, sys.argv[1])(sys.argv[3], jobs=int(sys.argv[2])))
