"""Learning rules: the papers' backups, one file each."""

from leafstrap.learn.backup import Backup, GameBackup, Step, Update
from leafstrap.learn.catalogue import BackupSettings, make_backup
from leafstrap.learn.step_size import StepSize

__all__ = ["Backup", "BackupSettings", "GameBackup", "Step", "StepSize", "Update", "make_backup"]
