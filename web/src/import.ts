import "./css/library.css";
import { startImport } from "./library/import";

startImport();
