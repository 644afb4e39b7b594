# SPDX-License-Identifier: Apache-2.0
"""What came of the programs that were tried, in a file of the work folder, for a run that goes on with it."""
import json
import shutil

from program import Outcome


class Outcomes:
    def __init__(self, work, resume):
        if not resume:
            shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True, exist_ok=True)
        self.work = work
        self.file = work / "outcomes.json"
        self.rows = json.loads(self.file.read_text()) if self.file.exists() else {}

    def has(self, program):
        """If not, a folder that a run left unfinished goes."""
        if program.name not in self.rows:
            for name in {program.name, program.name.replace("/", "-")}:
                shutil.rmtree(self.work / name, ignore_errors=True)
        return program.name in self.rows

    def of(self, program):
        return Outcome(*self.rows[program.name])

    def add(self, program, outcome):
        if outcome.kind == "not tried":
            return
        self.rows[program.name] = [outcome.kind, outcome.reason, outcome.detail]
        self.file.write_text(json.dumps(self.rows, indent=1) + "\n")
