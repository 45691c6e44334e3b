import { startImport } from "./library/import";

startImport();
