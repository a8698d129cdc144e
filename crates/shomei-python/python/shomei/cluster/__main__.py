"""``python -m shomei.cluster`` is the command ``shomei-cluster``."""

import sys

from ._command import main

sys.exit(main())
