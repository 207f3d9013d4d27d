"""Past one machine: the same games and the same learning on the processes and nodes of a Ray cluster.

Ray is an extra. Nothing outside this folder imports it, and in here `connect` is where a process meets a cluster.
"""
