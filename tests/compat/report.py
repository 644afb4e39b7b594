# SPDX-License-Identifier: Apache-2.0
"""The table of a corpus, in Markdown."""
import subprocess
from collections import Counter

ORDER = ("passes", "waives", "fails", "takes too long", "does not compile", "later")
MEANING = {
    "passes": "it compiles, runs, and its own check is content",
    "waives": "it says that the device lacks what it needs",
    "later": "it needs what a later issue brings; not tried",
}


def commit_of(checkout):
    got = subprocess.run(["git", "-C", checkout, "log", "-1", "--format=%h of %cs"], text=True,
                         capture_output=True)
    return got.stdout.strip() or "a copy without history"


def table(corpus, options, programs, outcomes):
    count = Counter(outcome.kind for outcome in outcomes.values())
    tried = len(programs) - count["later"]
    share = f"{count['passes']} of {tried} that were tried pass" if tried else "none was tried"
    lines = [f"## {corpus.NAME} ({commit_of(options.checkout)})", "",
             f"`scripts/compat <checkout of {corpus.NAME}>`: {share}; {count['later']} are for later.", ""]
    lines += [f"- {kind}: {count[kind]}" + (f" ({MEANING[kind]})" if kind in MEANING else "")
              for kind in ORDER if count[kind]]
    lines += ["", "| program | | |", "|---|---|---|"]
    for program in sorted(programs, key=lambda p: (ORDER.index(outcomes[p.name].kind), p.name.lower())):
        outcome = outcomes[program.name]
        reason = outcome.reason.replace("|", "\\|")
        lines.append(f"| {program.name} | {outcome.kind} | {reason} |")
    return "\n".join(lines) + "\n"
