# SPDX-License-Identifier: Apache-2.0
"""The table of a corpus, in Markdown."""
import re
import subprocess
from collections import Counter

ORDER = ("passes", "only runs", "waives", "fails", "takes too long", "does not compile", "not tried", "later")
MEANING = {
    "passes": "it compiles, runs, and its check is content",
    "only runs": "nobody looks at its result",
    "waives": "it says that the device lacks what it needs",
    "not tried": "there was no time for it; --resume goes on from here",
    "later": "it needs what is not there, which the table names; not tried",
}


def publish(path, text):
    """The section of the corpus in the document takes the place of the one that is there."""
    old = path.read_text() if path.exists() else ""
    title = text.split(" (")[0]
    section = re.compile(rf"^{re.escape(title)} \(.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if section.search(old):
        path.write_text(section.sub(lambda _: text + "\n", old).rstrip("\n") + "\n")
    else:
        path.write_text(f"{old}\n{text}".lstrip("\n"))


def commit_of(checkout, corpus):
    got = subprocess.run(["git", "-C", checkout, "log", "-1", "--format=%h of %cs"], text=True,
                         capture_output=True)
    version = getattr(corpus, "version", lambda _: "")(checkout)
    return got.stdout.strip() or version or "a copy without history"


def row(*cells):
    return "".join(f"| {cell.replace('|', chr(92) + '|')} " for cell in cells).replace("|  ", "| ") + "|"


def selection(options):
    if options.sample is None:
        return ""
    only = f" --only '{options.only}'" if options.only else ""
    return f"{only} --sample {options.sample} --seed {options.seed} --timeout {options.timeout}"


def table(corpus, options, programs, outcomes):
    count = Counter(outcome.kind for outcome in outcomes.values())
    tried = len(programs) - count["later"] - count["not tried"]
    share = f"{count['passes']} of {tried} that were tried pass" if tried else "none was tried"
    chosen = selection(options)
    lines = [f"## {corpus.NAME}{', a sample' if chosen else ''} ({commit_of(options.checkout, corpus)})", "",
             f"`scripts/compat <checkout of {corpus.NAME}>{chosen}`: {share}; {len(programs) - tried} were not.", ""]
    lines += [f"- {kind}: {count[kind]}" + (f" ({MEANING[kind]})" if kind in MEANING else "")
              for kind in ORDER if count[kind]]
    about = corpus.about(programs, outcomes) if hasattr(corpus, "about") else corpus.ABOUT
    if about:
        lines += ["", about]
    lines += ["", row("program", "", *corpus.COLUMNS, ""), "|" + "---|" * (3 + len(corpus.COLUMNS))]
    for program in sorted(programs, key=lambda p: (ORDER.index(outcomes[p.name].kind), p.name.lower())):
        outcome = outcomes[program.name]
        if outcome.kind == "not tried":
            continue
        about = (getattr(program, column) for column in corpus.COLUMNS)
        lines.append(row(program.name, outcome.kind, *about, outcome.reason))
    return "\n".join(lines) + "\n"
