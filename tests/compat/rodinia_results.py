# SPDX-License-Identifier: Apache-2.0
"""How results of Rodinia's programs are looked at. A check answers a complaint, or "" when it is content."""
import math
import re

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?(?:nan|inf)\b", re.IGNORECASE)


def read(path):
    return path.read_text(errors="replace")


def numbers(text):
    return [float(word) for word in NUMBER.findall(text)]


def compare(ours, others, what, relative, absolute):
    if len(ours) != len(others) or not ours:
        return f"{what}: {len(ours)} numbers, the other version has {len(others)}"
    if len(set(ours)) < 3:
        return f"{what}: says nothing, all numbers are equal"
    for i, (a, b) in enumerate(zip(ours, others)):
        if not (math.isfinite(a) and math.isfinite(b)):
            return f"{what}: number {i} is {a}, the other version has {b}"
        if abs(a - b) > absolute + relative * abs(b):
            return f"{what}: number {i} is {a}, the other version has {b}"
    return ""


def same(*files, relative=0.0, absolute=0.0, lines=".*"):
    """The numbers of these files are those of the other version's, in order, within a bound. Only lines count
    that match."""
    def kept(path):
        return numbers("\n".join(line for line in read(path).splitlines() if re.fullmatch(lines, line)))

    def check(ours, other, data):
        wrong = (compare(kept(ours / name), kept(other / name), name, relative, absolute) for name in files)
        return next(filter(None, wrong), "")
    return check


def says(good, bad="(?!)"):
    """The program's own words."""
    def check(ours, other, data):
        output = read(ours / "stdout.txt")
        if re.search(bad, output):
            return re.search(f".*(?:{bad}).*", output)[0].strip()
        return "" if re.search(good, output) else f"does not say '{good}'"
    return check


def accuracy(bound):
    """hotspot3D compares with a loop on the host and prints the distance."""
    def check(ours, other, data):
        match = re.search(r"Accuracy: (\S+)", read(ours / "stdout.txt"))
        return "" if match and float(match[1]) < bound else f"accuracy {match and match[1]}, bound {bound}"
    return check


def solves_equations(ours, other, data):
    """gaussian: the solution, put into the equations."""
    given = numbers(read(data / "equations.txt"))
    n = int(given[0])
    a, b = given[1:1 + n * n], given[1 + n * n:1 + n * n + n]
    x = numbers(read(ours / "stdout.txt").split("The final solution is:")[1].split("\n\n")[0])
    if len(x) != n:
        return f"{len(x)} unknowns of {n}"
    worst = max(abs(sum(a[r * n + c] * x[c] for c in range(n)) - b[r]) for r in range(n))
    return "" if worst < 1e-4 else f"the equations miss by {worst:g}"


def cools_as_computed(size, steps):
    """hotspot: the same steps here, in double precision."""
    def check(ours, other, data):
        t, power = numbers(read(data / "temperature.txt")), numbers(read(data / "power.txt"))
        side = 0.016 / size
        capacity = 0.5 * 1.75e6 * 0.0005 * side * side
        step = 0.001 / (3.0e6 / (0.5 * 0.0005 * 1.75e6)) / capacity
        along, down = 2.0 * 100 * 0.0005, 100 * side * side / 0.0005
        rows = [range(r * size, (r + 1) * size) for r in range(size)]
        for _ in range(steps):
            new = []
            for r, cells in enumerate(rows):
                for c, i in enumerate(cells):
                    v = t[i]
                    near = (t[i - size] if r else v) + (t[i + size] if r < size - 1 else v) + (
                        t[i - 1] if c else v) + (t[i + 1] if c < size - 1 else v) - 4 * v
                    new.append(v + step * (power[i] + near * along + (80.0 - v) * down))
            t = new
        return compare(numbers(read(ours / "output.txt"))[1::2], t, "output.txt", 1e-4, 0)
    return check


def nearest_storms(ours, other, data):
    """nn: the five nearest of all records, by distances computed here."""
    distances = []
    for name in read(data / "list.txt").split():
        for record in read(data / name).splitlines():
            distances.append(math.hypot(float(record[28:33]) - 30, float(record[33:38]) - 90))
    found = [float(d) for d in re.findall(r"Distance=(\S+)", read(ours / "stdout.txt"))]
    wanted = sorted(distances)[:5]
    good = len(found) == 5 and all(abs(f - w) < 1e-4 for f, w in zip(found, wanted))
    return "" if good else f"distances {found}, nearest are {wanted}"


def half(values):
    """One step of the reversible 5/3 transform with mirrored ends: low values, then high ones."""
    n, v = len(values), list(values)

    def at(i):
        return v[-i if i < 0 else 2 * (n - 1) - i if i >= n else i]
    for i in range(1, n, 2):
        v[i] -= int((at(i - 1) + at(i + 1)) / 2)
    for i in range(0, n, 2):
        v[i] += int((at(i - 1) + at(i + 1) + 2) / 4)
    return v[0::2] + v[1::2]


def wavelets(rows, columns, levels):
    """dwt2d -5 -w: the transform computed here, columns first, as bytes."""
    def check(ours, other, data):
        pixels = (data / "dwt2d" / "picture.rgb").read_bytes()
        for plane, name in enumerate("rgb"):
            image = [[pixels[3 * (r * columns + c) + plane] - 128 for c in range(columns)] for r in range(rows)]
            h, w = rows, columns
            for _ in range(levels):
                part = [half([image[r][c] for r in range(h)]) for c in range(w)]
                for r, row in enumerate([half([part[c][r] for c in range(w)]) for r in range(h)]):
                    image[r][:w] = row
                h, w = (h + 1) // 2, (w + 1) // 2
            wanted = bytes(min(255, max(0, v + 128)) for row in image for v in row)
            found = (ours / f"out.{name}").read_bytes()
            if found != wanted:
                wrong = [i for i, (f, w_) in enumerate(zip(found, wanted)) if f != w_]
                return f"plane {name}: {len(wrong)} of {len(wanted)} bytes are wrong, the first at {wrong[:1]}"
        return ""
    return check


def follows_the_object(frames, size, bound):
    """particlefilter: the estimate is near the place where the object of the made film is in the last frame."""
    def check(ours, other, data):
        output = read(ours / "stdout.txt")
        found = [float(re.findall(rf"{axis}: (\S+)", output)[-1]) for axis in ("XE", "YE")]
        last = frames - 1
        wanted = [size / 2 - 2 * (last - 1), size / 2 + last - 1]
        distance = math.dist(found, wanted)
        return "" if distance < bound else f"the estimate {found} is {distance:.1f} pixels from {wanted}"
    return check


def maximal_matches(shortest):
    """mummergpu: all matches of a read with the reference that cannot be made longer, from a table of words."""
    def check(ours, other, data):
        reference = "".join(line for line in read(data / "reference.fa").splitlines() if line[0] != ">")
        places = {}
        for i in range(len(reference) - shortest + 1):
            places.setdefault(reference[i:i + shortest], []).append(i)
        wanted, names = {}, read(data / "reads.fa").split()
        for name, letters in zip(names[::2], names[1::2]):
            wanted[name[1:]] = set()
            for j in range(len(letters) - shortest + 1):
                for i in places.get(letters[j:j + shortest], []):
                    if i and j and reference[i - 1] == letters[j - 1]:
                        continue
                    long = shortest
                    while letters[j + long:j + long + 1] == reference[i + long:i + long + 1] != "":
                        long += 1
                    wanted[name[1:]].add((i + 1, j + 1, long))
        found = {}
        for line in read(ours / "stdout.txt").splitlines():
            if line.startswith("> "):
                matches = found[line[2:].strip()] = set()
            elif re.fullmatch(r"\d+\t\d+\t\d+", line):
                matches.add(tuple(map(int, line.split())))
        wrong = [name for name in wanted if wanted[name] != found.get(name)]
        return f"{len(wrong)} reads differ, {wrong[0]} first" if wrong or not any(wanted.values()) else ""
    return check
