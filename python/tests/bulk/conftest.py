"""Clusters of the tests listen to this machine alone."""

import os

# Ray looks at it when it is imported.
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
