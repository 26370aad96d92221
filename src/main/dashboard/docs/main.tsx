import { createRoot } from "react-dom/client";
import { showTheme } from "../base/theme.ts";
import { language, loadWords } from "../base/words.ts";
import { Docs } from "./docs.tsx";
import { findDemoKey } from "./key.ts";
import { loadApi } from "./load.ts";

showTheme();
document.documentElement.lang = language;
// Without an answer calls are tried out with a pasted key.
findDemoKey().catch(() => undefined);
const api = loadApi();
await Promise.all([loadWords("docs"), loadWords("kit")]);
createRoot(document.getElementById("app")!).render(<Docs api={api} />);
