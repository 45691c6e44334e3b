" Vim Keymap file for russian characters
let b:keymap_name = "ru"
loadkeymap
~ Ё CYRILLIC CAPITAL LETTER IO
F А CYRILLIC CAPITAL LETTER A
* Ж CYRILLIC CAPITAL LETTER ZHE
W Ц CYRILLIC CAPITAL LETTER TSE
syn match x "[a-z]" [btnfr"\\] /\]/ -- contained
