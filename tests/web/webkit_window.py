#!/usr/bin/python3
"""A bare WebKit window for WebKitWebDriver. Its own browser cannot be narrower than 447 pixels.

Runs with the system's Python, which has the bindings of GTK.
"""

import os
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = map(int, os.environ["WINDOW"].split("x"))
ERRORS = os.environ["ERRORS"]  # the file that errors in the page are written to

# The driver has no events, and what the console writes to a file comes only at the end.
REPORT = """{
  const report = (text) => webkit.messageHandlers.errors.postMessage(String(text));
  addEventListener("error", (event) => report(event.message));
  addEventListener("unhandledrejection", (event) => report(event.reason));
  const { error } = console;
  console.error = (...words) => (report(words.join(" ")), error(...words));
}"""


def write_error(_: WebKit2.UserContentManager, result: WebKit2.JavascriptResult) -> None:
    """Keep an error that the page reported."""
    with Path(ERRORS).open("a", encoding="utf-8") as file:
        file.write(result.get_js_value().to_string().replace("\n", " ") + "\n")


def reporting() -> WebKit2.UserContentManager:
    """Makes every page report its errors."""
    manager = WebKit2.UserContentManager()
    manager.connect("script-message-received::errors", write_error)
    manager.register_script_message_handler("errors")
    frames, time = WebKit2.UserContentInjectedFrames, WebKit2.UserScriptInjectionTime
    manager.add_script(WebKit2.UserScript.new(REPORT, frames.ALL_FRAMES, time.START, None, None))
    return manager


def create_view(_: WebKit2.AutomationSession) -> WebKit2.WebView:
    """Open the window that the driver asked for."""
    view = WebKit2.WebView(
        web_context=context, user_content_manager=reporting(), is_controlled_by_automation=True
    )
    view.connect("close", lambda _: Gtk.main_quit())
    window = Gtk.Window(decorated=False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    return view


def start(_: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Tell the driver who is there."""
    about = WebKit2.ApplicationInfo.new()
    about.set_name("Alhambra")
    about.set_version(1, 0, 0)
    session.set_application_info(about)
    session.connect("create-web-view", create_view)


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", start)
Gtk.main()
