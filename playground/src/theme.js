// Dark and light colours: those of the system, or those that the person chose.

const KEY = "agmark-playground-theme";

/** A frame of another site may have no storage. */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function setUpTheme(button, given) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = given ?? stored();
  const show = () => {
    const dark = chosen ? chosen === "dark" : system.matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark));
  };
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // It holds until the page is closed.
    }
    show();
  });
  system.addEventListener("change", show);
  show();
}
