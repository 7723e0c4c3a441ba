// Light or dark before the first paint: as chosen, else as the system is.
import { applyLook } from "../ui/look";

applyLook();
