import type { Answer } from "../base/api.ts";

/** Parts of the answer of /system. */

export type System = Answer<"/system">;
export type DeliveryCheck = Answer<"/system/delivery-check">;
export type Node = System["nodes"][number];
export type Queue = System["queues"][number];
export type Transport = System["transport"];
export type Setting = System["settings"][number];
