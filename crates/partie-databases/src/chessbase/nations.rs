//! Numbers of nations and languages.

/// Returns the code of three letters of a nation: the Olympic Committee's where it has one.
pub(super) fn nation(number: u8) -> Option<&'static str> {
    let number = usize::from(number.checked_sub(1)?);
    NATIONS.get(4 * number..4 * number + 3)
}

/// Returns the name of a language, which has the number of a nation; 0 is any language.
pub(super) fn language(number: u8) -> Option<&'static str> {
    Some(match number {
        42 => "English",
        53 => "German",
        49 => "French",
        43 => "Spanish",
        70 => "Italian",
        103 => "Dutch",
        117 => "Portuguese",
        116 => "Polish",
        121 => "Russian",
        number => return nation(number),
    })
}

/// Codes of the nations from 1 on, with a space after each.
const NATIONS: &str = "\
    AFG ALB ALG AND ANG ANT ARG ARM AUS AUT AZE BAH BRN BAN BAR BLR BEL BIZ BER BOL \
    BIH BOT BRA IVB BRU BUL BUR CAN CHI CHN COL CRC CRO CUB CYP CZE DEN DJI DOM ECU \
    EGY ENG ESP EST ETH FRO FIJ FIN FRA MKD GAM GEO GER GHA GRE GUA GCI GUY HAI HON \
    HKG HUN ISL IND INA IRI IRQ ISR IRL ITA CIV JAM JPN GCI JOR KAZ KEN KOR KGZ KUW \
    LAT LIB LBA LIE LTU LUX MAC MAD MAS MLI MLT MTN MRI MEX MDA MON MGL MAR MOZ MYA \
    NAM NEP NED AHO NZL NCA NGR NOR PAK PLE PAN PNG PAR PER PHI POL POR PUR QAT ROU \
    RUS ESA SMR SCO SEN SEY SIN SVK SLO RSA SRI SUD SUR SWE SUI SYR TJK TAN THA TTO \
    TUN TUR TKM UGA UKR UAE USA URU URS UZB VEN VIE ISV WLS YEM SCG ZAM ZIM ZAI DDR \
    TCH CMR CHA CPV KIR COM CGO PRK LAO LES MAW MDV MHL OMA NRU MIC NIG KSA TOG TGA \
    VAN VAT TUV SWZ SLE LCA PAP SVI SAM SKI SOL GE2 ZAR RWA LBR NET TPE ASA AGG ARU \
    BEN BHU BDI CAM CAY CAF GCI CIA COA COK GEQ ERI FGB FRG FRP GAB GGB GRN GRL FGA \
    GUM GUI GBS IOM JMY MFR MYF MSG NCF NNN NNA NMI OTM PLW PIG RUF STP SOM SVN HGB \
    PGB TKI TCI WFR NIR ISS GBR SAA MNE SRB CAT BAS KOS ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_nations() {
        for (number, code) in
            [(0, None), (1, Some("AFG")), (43, Some("ESP")), (253, Some("KOS")), (254, None)]
        {
            assert_eq!(nation(number), code);
        }
        assert_eq!(language(42), Some("English"));
    }
}
