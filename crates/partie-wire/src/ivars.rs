//! Interface variables (to be replaced).
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ivar {
    Compressmove = 0,
    Seekremove = 2,
    Block = 6,
    Gameinfo = 7,
    Pendinfo = 9,
    Seekinfo = 11,
    Ms = 17,
    Showownseek = 22,
}
impl Ivar {
    #[allow(missing_docs)]
    pub fn from_prefix(t: &str) -> Option<Ivar> {
        match t {
            "ms" => Some(Ivar::Ms),
            "seekremove" => Some(Ivar::Seekremove),
            "gameinfo" => Some(Ivar::Gameinfo),
            "pendinfo" => Some(Ivar::Pendinfo),
            "seekinfo" => Some(Ivar::Seekinfo),
            "showownseek" => Some(Ivar::Showownseek),
            "block" => Some(Ivar::Block),
            "compressmove" => Some(Ivar::Compressmove),
            _ => None,
        }
    }
    #[allow(missing_docs)]
    pub fn name(self) -> &'static str {
        match self {
            Ivar::Ms => "ms",
            Ivar::Seekremove => "seekremove",
            Ivar::Gameinfo => "gameinfo",
            Ivar::Pendinfo => "pendinfo",
            Ivar::Seekinfo => "seekinfo",
            Ivar::Showownseek => "showownseek",
            Ivar::Block => "block",
            Ivar::Compressmove => "compressmove",
        }
    }
}
#[allow(missing_docs)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ivars(u64);
impl Ivars {
    #[allow(missing_docs)]
    pub fn get(&self, i: Ivar) -> bool {
        self.0 >> (i as u32) & 1 == 1
    }
    #[allow(missing_docs)]
    pub fn set(&mut self, i: Ivar, on: bool) -> bool {
        if on {
            self.0 |= 1 << (i as u32)
        } else {
            self.0 &= !(1 << (i as u32))
        }
        true
    }
    #[allow(missing_docs)]
    pub fn parse(_t: &str) -> Option<Ivars> {
        Some(Ivars(0))
    }
}
