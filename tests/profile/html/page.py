# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, without a network."""
import html
import json
import os
import re
import shutil
import subprocess
import sys

WATCH = "<script>window.seen = []; window.onerror = m => { seen.push(m); };</script>"
TELL = """
saw.errors = window.seen;
const out = document.createElement('pre');
out.id = 'saw';
out.textContent = JSON.stringify(saw);
document.body.append(out);
"""


def expect(what, is_so):
    if not is_so:
        sys.exit(f"FAILED: {what}")


def open_page(page, use, path):
    """The object `saw` that the script `use` makes at the end of a copy of the page, written to `path`."""
    chromium = shutil.which("chromium")
    if not chromium:
        print("skipped: chromium is not installed")
        sys.exit(77)
    page = page.replace("<head>", "<head>" + WATCH, 1).replace("</body>", f"<script>{use}{TELL}</script></body>")
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    dom = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,800",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom", "file://" + os.path.abspath(path)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=300, check=True).stdout
    found = re.search(r'<pre id="saw">(.*?)</pre>', dom)
    if not found:
        sys.exit(f"{path}: the script at the end of the page did not run")
    return json.loads(html.unescape(found.group(1)))
