/** Imported first, it lets a test load modules that read the address of the page. */
const globals = {
  history: { state: { entry: 0 } },
  location: new URL("http://localhost/app/"),
  document: { querySelector: () => null },
};
Object.entries(globals).forEach(([name, value]) => Object.defineProperty(globalThis, name, { value }));
