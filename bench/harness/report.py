# SPDX-License-Identifier: Apache-2.0
"""The table, in Markdown that also reads well in a terminal. Computes nothing."""

HEADER = ("row", "threads", "Heddle", "baseline", "", "reached", "(lowest .. highest)", "must reach",
          "", "others")
SCALES = {"us": 1e6, "ms": 1e3}


def amount(result, candidate, threads):
    entry = result["candidates"].get(candidate, {}).get(str(threads), {})
    if "speed" not in entry:
        return "FAIL" if "fail" in entry else ""
    if result["unit"] in SCALES:
        return f"{entry['seconds']['median'] * SCALES[result['unit']]:.2f} {result['unit']}"
    return f"{entry['speed']:.3g} {result['unit']}"


def line_of(result, check):
    own = next(iter(result["candidates"]))
    low_high = reached = ""
    if "limit" in check:
        scale = SCALES[result["unit"]]
        needed = f"{check['limit'] * scale:.4g} {result['unit']}"
        if check["reached"]:
            reached = f"{check['reached']['median'] * scale:.2f} {result['unit']}"
            low_high = f"({check['reached']['min'] * scale:.2f} .. {check['reached']['max'] * scale:.2f})"
        return (result["title"], check["threads"], reached, "", "", reached, low_high, needed,
                check["state"], others(result))
    needed = f"{check['factor']:.4g} x"
    if check["reached"]:
        reached = f"{check['reached']['median']:.3g} x"
        low_high = f"({check['reached']['min']:.3g} .. {check['reached']['max']:.3g})"
    return (result["title"], check["threads"], amount(result, own, check["threads"]),
            check["against"], amount(result, check["against"], check["threads"]), reached, low_high,
            needed, check["state"], others(result))


def others(result):
    """The share of time that other processes took from the worst sample."""
    return f"{100 * result['disturbed']:.0f}%" if "disturbed" in result else ""


def shown_lines(result):
    """Candidates that are measured for comparison only. A row without targets is all of that."""
    checks = result["checks"]
    checked = {c["against"] for c in checks} | ({next(iter(result["candidates"]))} if checks else set())
    title = "" if checks else result["title"]
    for candidate, entries in result["candidates"].items():
        for threads in entries if candidate not in checked else ():
            yield (title, threads, "", candidate, amount(result, candidate, threads), "", "", "", "",
                   "")
            title = ""


def lines_of_scaling(scaling):
    for check in scaling["checks"]:
        reached = f"{check['reached']['median']:.3g} x" if check["reached"] else ""
        beside = f"{check['baseline_scaling']:.3g} x" if check["baseline_scaling"] else ""
        yield (f"two threads over one: {check['of']}", 2, reached, check["against"], beside, reached,
               "", f"{check['factor']} x", check["state"], "")


def line_of_mean(mean):
    reached = mean["reached"]
    return (f"geometric mean of {mean['rows']} rows", mean["threads"], "", mean["against"], "",
            f"{reached['median']:.3g} x", f"({reached['min']:.3g} .. {reached['max']:.3g})",
            f"{mean['factor']:.4g} x", mean["state"], "")


def table(results, scaling, means=()):
    lines = [HEADER]
    for result in results:
        lines += [line_of(result, check) for check in result["checks"]]
        lines += shown_lines(result)
    if scaling:
        lines += lines_of_scaling(scaling)
    lines += map(line_of_mean, means)
    widths = [max(len(str(line[i])) for line in lines) for i in range(len(HEADER))]
    text = ["| " + " | ".join(str(v).ljust(w) for v, w in zip(line, widths)) + " |" for line in lines]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(text)


def unique_failures(results):
    """One line a thing that went wrong, however many rows it spoils."""
    return list(dict.fromkeys(failures(results)))


def failures(results):
    for result in results:
        for candidate, entries in result["candidates"].items():
            for entry in entries.values():
                if "fail" in entry:
                    yield entry["fail"]


def heading(machine):
    settings = " ".join(f"{k}={v}" for k, v in machine["settings"].items()) or "none"
    return "\n".join([
        f"{machine['cpu']}, {machine['cpus']} CPUs, {machine['isa']}, L3 {machine['l3']}, "
        f"Linux {machine['kernel']}, load {machine['load']:.2f}",
        f"{machine['heddle'] or 'heddle is not built'}; {machine['clang']}; {machine['g++']}",
        "baselines: " + "; ".join(machine["baselines"]),
        f"settings: {settings}"])
