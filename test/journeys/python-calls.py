"""Calls every method of the Python client that the other scripts leave out, as an owner and as a bot.

Takes their zuliprc files and a picture, and prints what each call answered as one JSON object: `success`, or the code
and message of the error.
"""

import json
import sys

import zulip

owner, bot = (zulip.Client(config_file=path) for path in sys.argv[1:3])
picture = sys.argv[3]
answers = {}


def call(name, /, *args, client=owner, **options):
    answer = getattr(client, name)(*args, **options)
    refusal = f"{answer.get('code')}: {answer.get('msg')}"
    answers[name] = "success" if answer["result"] == "success" else refusal
    return answer


me = owner.get_profile()["user_id"]
call("add_subscriptions", [{"name": "kitchen"}])
kitchen = call("get_stream_id", "kitchen")["stream_id"]
sent = call("send_message", {"type": "stream", "to": "kitchen", "topic": "lunch", "content": "Soup"})["id"]
call("get_streams", include_all_active=True)
call("update_stream", {"stream_id": kitchen, "description": "Food", "new_name": "canteen"})
call("add_default_stream", kitchen)
call("get_subscriptions")
call("list_subscriptions")
call("get_subscription_status", me, kitchen)
call("update_subscription_settings", [{"stream_id": kitchen, "property": "color", "value": "#c2c2c2"}])
call("mute_topic", {"stream": "canteen", "topic": "lunch", "op": "add"})
call("get_stream_topics", kitchen)
call("get_stream_email_address", kitchen)
call("get_subscribers", stream="canteen")

call("move_topic", "canteen", "canteen", "lunch", "dinner", sent)
call("check_messages_match_narrow", msg_ids=[sent], narrow=[{"operator": "topic", "operand": "dinner"}])
call("mark_topic_as_read", kitchen, "dinner")
call("mark_stream_as_read", kitchen)
call("mark_all_as_read")
call("render_message", {"content": "**hi**"})
call("delete_message", sent)

with open(picture, "rb") as file:
    call("upload_custom_emoji", "soup", file)
call("get_realm_emoji")
call("delete_custom_emoji", "soup")

linkifier = call("add_realm_filter", "#(?P<id>[0-9]+)", "https://tickets.example.com/{id}")
call("get_realm_linkifiers")
call("remove_realm_filter", linkifier.get("id"))

field = call("create_realm_profile_field", name="Phone", hint="With country", field_type=1).get("id")
call("get_realm_profile_fields")
call("reorder_realm_profile_fields", order=[field])
call("update_realm_profile_field", field, name="Telephone")
call("remove_realm_profile_field", field)

queue = call("register", event_types=["message"])
call("get_events", queue_id=queue["queue_id"], last_event_id=-1, dont_block=True)
call("deregister", queue["queue_id"])

call("update_presence", {"status": "active", "ping_only": False, "new_user_input": True})
call("get_user_presence", owner.email)
call("get_realm_presence")

call("create_user", {"email": "new@example.com", "password": "a long password of the new one", "full_name": "New"})
new = next(one["user_id"] for one in call("get_users")["members"] if one["full_name"] == "New")
call("get_members")
call("get_user_by_id", new, include_custom_profile_fields=True)
call("update_user_by_id", new, full_name="Newer")
call("deactivate_user_by_id", new)
call("reactivate_user_by_id", new)

call("add_alert_words", ["soup"])
call("get_alert_words")
call("remove_alert_words", ["soup"])
call("update_notification_settings", {"enable_desktop_notifications": False})

group = call("create_user_group", {"name": "cooks", "description": "They cook", "members": [me]})["group_id"]
call("get_user_groups")
call("update_user_group", {"group_id": group, "name": "chefs", "description": "They cook"})
call("update_user_group_members", group, {"add": [new]})
call("remove_user_group", group)

call("update_storage", {"storage": {"orders": "two"}}, client=bot)
call("get_storage", {"keys": ["orders"]}, client=bot)

call("remove_subscriptions", ["canteen"])
call("delete_stream", kitchen)
print(json.dumps({name: answer for name, answer in answers.items() if answer != "success"} | {"calls": len(answers)}))
