"""Calls every tool through the client of the PyPI package `mcp`, which validates each answer.

    python3 validate.py RETRACE PROFILE [--stateless]

The client raises an exception if a list, a schema or an answer is not valid. Works with versions 1
and 2 of the package.
"""

import asyncio
import importlib.metadata
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

OPTIONS = ["serve", "--mcp", "--as", "validator", "--scope", "act+closed+bookmarks+history", "--allow-forget"]

CALLS = [
    ("mark", {"name": "before"}),
    ("overview", {}),
    ("tabs", {"limit": 2}),
    ("tabs", {"words": "example", "only": "duplicate"}),
    ("find", {"words": "example"}),
    ("tab", {"tab": 2}),
    ("open", {"pages": [{"url": "https://c.example/", "group": "C"}, {"url": "d.example"}], "key": "1"}),
    ("open", {"pages": [{"url": "https://e.example/"}], "window": "new"}),
    ("go", {"tab": 2, "address": "https://f.example/"}),
    ("travel", {"tab": 2, "steps": -1}),
    ("group", {"operation": "create", "tabs": [2], "title": "G", "color": "blue"}),
    ("change_tab", {"tabs": [3], "pinned": True, "muted": True}),
    ("move", {"tabs": [2], "after": 4}),
    ("show_tab", {"tab": 2}),
    ("close_duplicates", {"preview": True}),
    ("close", {"tabs": [4]}),
    ("reopen", {"items": [4]}),
    ("closed", {}),
    ("bookmark", {"operation": "add", "url": "https://g.example/", "title": "G"}),
    ("bookmarks", {}),
    ("visits", {}),
    ("log", {}),
    ("why", {"kind": "tab", "id": 2}),
    ("diff", {"from": 1}),
    ("restore", {"point": "before", "preview": True}),
    ("branch", {"operation": "begin", "name": "trial"}),
    ("close", {"tabs": [3], "branch": "trial"}),
    ("moments", {}),
    ("propose", {"branch": "trial", "name": "trial", "say": "One tab less."}),
    ("forget", {"site": "g.example"}),
    ("undo", {"preview": True}),
    ("undo", {}),
    ("redo", {}),
]
# Refusals are answers too.
REFUSED = [("close", {"tabs": []}), ("tab", {"tab": 999}), ("tabs", {"nonsense": 1})]


def is_error(result):
    return getattr(result, "is_error", None) or getattr(result, "isError", None)


async def exercise(session):
    tools = (await session.list_tools()).tools
    names = {tool.name for tool in tools}
    await session.list_resources()
    await session.list_resource_templates()
    await session.list_prompts()
    await session.get_prompt("find_again", {"about": "bread"})
    for uri in ["overview", "log", "moments", "proposals", "window/1", "tab/2"]:
        await session.read_resource("retrace://" + uri)
    for name, arguments in CALLS:
        result = await session.call_tool(name, arguments)
        if is_error(result):
            print("refused", name, result.content[0].text)
        names.discard(name)
    for name, arguments in REFUSED:
        assert is_error(await session.call_tool(name, arguments)), name
    names -= {"remove_bookmarks"}
    assert not names, names


async def main(program, profile, stateless):
    server = StdioServerParameters(command=program, args=["--profile", profile, *OPTIONS])
    if stateless:
        from mcp.client.client import Client

        async with Client(stdio_client(server)) as client:
            print(client.protocol_version)
            await exercise(client)
            async with client.listen(resource_subscriptions=["retrace://overview"]) as updates:
                await client.call_tool("open", {"pages": [{"url": "https://h.example/"}]})
                async for update in updates:
                    print("updated", update.uri)
                    break
        return
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing) as session:
            greeting = await session.initialize()
            print(getattr(greeting, "protocol_version", None) or greeting.protocolVersion)
            await exercise(session)


major = importlib.metadata.version("mcp").split(".")[0]
asyncio.run(main(sys.argv[1], sys.argv[2], "--stateless" in sys.argv and major != "1"))
