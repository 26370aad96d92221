import { equals } from "../../build/equals.ts";
import { bodyOf, draftOf } from "./settings-draft.ts";

const before = draftOf({
  id: "1",
  name: "Welcome",
  description: null,
  enabled: false,
  triggerType: "EVENT",
  triggerConfig: { eventName: "signed_up" },
  allowReentry: false,
  draftVersion: 1,
  updatedAt: "",
});

Deno.test("a change names what differs only", () => {
  equals(bodyOf({ ...before, name: "Hello" }, before), { name: "Hello" });
  equals(bodyOf({ ...before, allowReentry: true }, before), { allowReentry: true });
});

Deno.test("an emptied description is deleted", () => {
  equals(bodyOf(before, { ...before, description: "Old" }), { description: null });
});

Deno.test("of a trigger all its members are named", () => {
  equals(bodyOf({ ...before, eventName: "bought" }, before), {
    triggerType: "EVENT",
    triggerConfig: { eventName: "bought" },
  });
  equals(bodyOf({ ...before, triggerType: "MANUAL" }, before), { triggerType: "MANUAL", triggerConfig: {} });
  equals(bodyOf({ ...before, triggerType: "SCHEDULE", schedule: "0 9 * * 1", timeZone: "UTC" }, before), {
    triggerType: "SCHEDULE",
    triggerConfig: { schedule: "0 9 * * 1", timeZone: "UTC" },
  });
});
