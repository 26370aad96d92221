import { createRoot } from "react-dom/client";
import { showTheme } from "../base/theme.ts";
import { language, loadWords } from "../base/words.ts";
import { features } from "../generated/open-features.ts";
import { keepFocus } from "../kit/keep-focus.ts";
import { App } from "./app.tsx";

showTheme();
keepFocus();
document.documentElement.lang = language;
await Promise.all([loadWords("app"), loadWords("kit")]);
createRoot(document.getElementById("app")!).render(<App features={features} />);
