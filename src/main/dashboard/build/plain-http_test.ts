import { readFileSync } from "node:fs";
import { equals } from "./equals.ts";
import { filesBelow } from "./inputs.ts";

const SECURE_ONLY =
  /crypto\.(randomUUID|subtle)|\bcaches\.|new Notification|navigator\.(serviceWorker|storage|credentials|wakeLock|share|mediaDevices|usb)|cookieStore/;

/** Browsers have these on https and localhost only (W3C Secure Contexts); `clipboard` and `locks` are used where they are there. */
Deno.test("nothing needs a secure context", () => {
  const sources = filesBelow(".").filter((file) =>
    /\.tsx?$/.test(file) && !/^(generated|node_modules|build)\//.test(file)
  );

  equals(sources.filter((file) => SECURE_ONLY.test(readFileSync(file, "utf8").replace(/`[^`\n]*`/g, ""))), []);
});
