"""What a script for the Python client does, as two people whose zuliprc files are named.

Prints what it saw as one JSON object.
"""

import json
import os
import sys
import tempfile
import threading

import zulip

kim, lou = (zulip.Client(config_file=path, client="PythonJourney/1.0") for path in sys.argv[1:])
channel, topic = "kitchen", "lunch"
page = {"anchor": "newest", "num_before": 10, "num_after": 0}
seen = {}


def call(answer):
    if answer["result"] != "success":
        raise SystemExit(f"refused: {answer}")
    return answer


class Ear:
    """Hears events with call_on_each_event, in a thread that ends with the process."""

    def __init__(self, client, types):
        self.events = []
        self.more = threading.Condition()
        self.is_open = threading.Event()
        threading.Thread(target=self.listen, args=(client, types), daemon=True).start()

    def listen(self, client, types):
        register = client.register

        def registered(*args, **options):
            answer = register(*args, **options)
            self.is_open.set()
            return answer

        client.register = registered
        client.call_on_each_event(self.take, event_types=types)

    def take(self, event):
        with self.more:
            self.events.append(event)
            self.more.notify_all()

    def wait_for(self, type):
        def of_type():
            return [event for event in self.events if event["type"] == type]

        with self.more:
            if not self.more.wait_for(of_type, timeout=20):
                raise SystemExit(f"no {type} came, but {self.events}")
            event = of_type()[0]
            self.events.remove(event)
            return event


seen["versions"] = [kim.feature_level, call(kim.get_server_settings())["zulip_version"].split(".")[0].isdigit()]
seen["profile"] = call(kim.get_profile())["email"]
for client in (kim, lou):
    call(client.add_subscriptions(streams=[{"name": channel, "description": "Food"}]))
ear = Ear(zulip.Client(config_file=sys.argv[2]), ["message", "update_message", "reaction", "update_message_flags", "typing"])
ear.is_open.wait(20)

to_channel = {"type": "stream", "to": channel, "topic": topic, "content": "**Soup** is up"}
sent = call(kim.send_message(to_channel))["id"]
heard = ear.wait_for("message")
seen["heard"] = [heard["message"]["id"] == sent, heard["message"]["content"], heard["flags"]]

call(kim.update_message({"message_id": sent, "content": "*Stew* is up"}))
seen["edited"] = ear.wait_for("update_message")["content"]

call(lou.add_reaction({"message_id": sent, "emoji_name": "heart"}))
reaction = ear.wait_for("reaction")
seen["reacted"] = [reaction["op"], reaction["emoji_name"], reaction["emoji_code"]]
call(lou.remove_reaction({"message_id": sent, "emoji_name": "heart"}))
seen["took back"] = ear.wait_for("reaction")["op"]

call(lou.update_message_flags({"messages": [sent], "op": "add", "flag": "starred"}))
flags = ear.wait_for("update_message_flags")
seen["starred"] = [flags["op"], flags["flag"], flags["messages"] == [sent]]

call(kim.set_typing_status({"op": "start", "to": [call(lou.get_profile())["user_id"]]}))
typing = ear.wait_for("typing")
seen["typing"] = [typing["op"], typing["sender"]["email"]]

private = call(lou.send_message({"type": "private", "to": [kim.email], "content": "Is there **bread**?"}))["id"]

search = [{"operator": "channel", "operand": channel}, {"operator": "search", "operand": "stew"}]
found = call(lou.get_messages({**page, "narrow": search}))["messages"]
seen["found"] = [[one["id"] == sent, one["content"], one["match_content"]] for one in found]
legacy = call(kim.get_messages({**page, "narrow": [["pm-with", lou.email]]}))["messages"]
seen["private"] = [[one["id"] == private, one["type"], one["content"]] for one in legacy]
seen["raw"] = call(kim.get_raw_message(sent))["raw_content"]
history = call(kim.get_message_history(sent))["message_history"]
seen["history"] = [one["content"] for one in history]

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "menu.txt")
    with open(path, "w") as file:
        file.write("Soup, stew, bread")
    with open(path, "rb") as file:
        uri = call(kim.upload_file(file))["uri"]
call(kim.send_message({**to_channel, "content": f"[The menu]({uri})"}))
seen["uploaded"] = [one["name"] for one in call(kim.get_attachments())["attachments"]]
print(json.dumps(seen))
