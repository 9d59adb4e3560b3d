@rem npm start says "exec", so that the shell gives way to the server and npm's signals reach it. Windows has neither.
@%*
