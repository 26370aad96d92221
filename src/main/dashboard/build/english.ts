/** Imported first, it lets a test read English, wherever it runs. */
Object.defineProperty(navigator, "languages", { value: ["en"] });
