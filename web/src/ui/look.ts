export type Look = "system" | "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function chosenLook(): Look {
  const kept = localStorage.getItem("curlew.look");
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function applyLook(): void {
  const look = chosenLook();
  const isDark = look === "dark" || (look === "system" && dark.matches);
  document.documentElement.dataset.look = isDark ? "dark" : "light";
}

export function chooseLook(look: Look): void {
  if (look === "system") localStorage.removeItem("curlew.look");
  else localStorage.setItem("curlew.look", look);
  applyLook();
}

export const followSystemLook = () => dark.addEventListener("change", applyLook);
